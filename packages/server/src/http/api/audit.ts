import { type AuditAction, auditActions, type AuditEntryView, type AuditPage } from '@plmail/wire'
import type { FastifyPluginAsync } from 'fastify'
import type { Clock } from '../../kit/clock.ts'
import { contentDisposition } from '../../kit/content-disposition.ts'
import type { AuditEntry, AuditFilter, People } from '../../people/index.ts'
import { crossSite, type Guard, Problem } from '../guard/index.ts'
import { browserActor } from './audit-actor.ts'
import { type AuditExportFormat, auditExportFormats, writeAuditExport } from './audit-export.ts'

export interface AuditApiNeeds {
  people: Pick<People, 'audit'>
  guard: Pick<Guard, 'requireAdmin' | 'madeBy'>
  clock: Clock
}

type AuditQuery = Readonly<Record<string, unknown>>

const pageSize = 50

/**
 * The audit log for administrators: `/api/admin/audit`, and all of it, or what the filter lets through, as a file:
 * `/api/admin/audit/export`. Nothing writes to it from outside; that it was exported is an entry.
 */
export function auditApi({ people, guard, clock }: AuditApiNeeds): FastifyPluginAsync {
  return async (app) => {
    app.get<{ Querystring: AuditQuery }>('/api/admin/audit', async (request, reply): Promise<AuditPage> => {
      await guard.requireAdmin(request, reply)
      const filter = readFilter(request.query)
      const entries = await people.audit.list(filter, readBefore(request.query), pageSize + 1)
      const page = entries.slice(0, pageSize)
      const last = page.at(-1)
      const hasMore = entries.length > pageSize
      return { entries: page.map(auditEntryView), next: hasMore && last ? String(last.id) : null }
    })

    app.get<{ Querystring: AuditQuery }>('/api/admin/audit/export', async (request, reply) => {
      const signedIn = await guard.requireAdmin(request, reply)
      // A link elsewhere must not fill the log.
      if (guard.madeBy(request) === 'foreign') throw crossSite()
      const [filter, format] = [readFilter(request.query), readFormat(request.query)]
      const actor = browserActor(request, signedIn)
      await people.audit.note({ action: 'audit-log-exported', actor, detail: { format } })
      const name = `plmail-audit-log-${clock.now().toISOString().slice(0, 10)}.${format}`
      return reply
        .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8')
        .headers({
          'content-disposition': contentDisposition('attachment', name),
          'cache-control': 'no-store',
        })
        .send(writeAuditExport(format, pagesOf(people.audit, filter)))
    })
  }
}

const exportPageSize = 1_000

/** Newest first; what is added meanwhile is not among them. */
async function* pagesOf(
  audit: People['audit'],
  filter: AuditFilter,
): AsyncGenerator<readonly AuditEntryView[], void> {
  let before: number | undefined
  do {
    const entries = await audit.list(filter, before, exportPageSize)
    yield entries.map(auditEntryView)
    before = entries.length === exportPageSize ? entries.at(-1)?.id : undefined
  } while (before !== undefined)
}

const auditEntryView = ({ id, at, ...entry }: AuditEntry): AuditEntryView => ({
  ...entry,
  id: String(id),
  at: at.toISOString(),
})

/** Returns the filter in the address of a list or an export; throws 422 naming the parameter that cannot be used. */
function readFilter(query: AuditQuery): AuditFilter {
  const person = readText(query, 'person')
  const [action, from, to] = [readAction(query), readDate(query, 'from'), readDate(query, 'to')]
  return {
    ...(action !== undefined && { action }),
    ...(person !== undefined && { person }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  }
}

function readText(query: AuditQuery, name: string): string | undefined {
  const value = query[name]
  if (value === undefined || value === '') return undefined
  if (typeof value !== 'string' || value.length > 254 || value.includes('\0')) throw unusable(name)
  return value
}

function readAction(query: AuditQuery): AuditAction | undefined {
  const typed = readText(query, 'action')
  const action = auditActions.find((candidate) => candidate === typed)
  if (typed !== undefined && action === undefined) throw unusable('action')
  return action
}

function readFormat(query: AuditQuery): AuditExportFormat {
  const format = auditExportFormats.find((candidate) => candidate === query['format'])
  if (format === undefined) throw unusable('format')
  return format
}

function readDate(query: AuditQuery, name: string): Date | undefined {
  const typed = readText(query, name)
  if (typed === undefined) return undefined
  const date = new Date(typed)
  // Years that PostgreSQL cannot hold, too.
  if (!/^\d{4}-\d{2}-\d{2}T/.test(typed) || Number.isNaN(date.getTime())) throw unusable(name)
  return date
}

function readBefore(query: AuditQuery): number | undefined {
  const typed = readText(query, 'before')
  if (typed === undefined) return undefined
  if (!/^[1-9][0-9]{0,14}$/.test(typed)) throw unusable('before')
  return Number(typed)
}

const unusable = (name: string): Problem =>
  new Problem('invalid', { errors: [{ pointer: `/${name}`, problem: { problem: 'request/unusable' } }] })
