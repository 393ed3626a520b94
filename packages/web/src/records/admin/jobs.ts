import type { JobsView } from '@plmail/wire'
import type { Answer, Http } from '../../net/index.ts'

/** The administrator's view of the job queue. */
export interface AdminJobs {
  load(): Promise<Answer<JobsView>>
  retry(id: string): Promise<Answer<unknown>>
  discard(id: string): Promise<Answer<unknown>>
}

export function createAdminJobs(http: Http): AdminJobs {
  return {
    load: () => http.call('GET', '/api/admin/jobs'),
    retry: (id) => http.call('POST', `/api/admin/jobs/${encodeURIComponent(id)}/retry`),
    discard: (id) => http.call('POST', `/api/admin/jobs/${encodeURIComponent(id)}/discard`),
  }
}
