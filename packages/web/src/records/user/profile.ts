import type { BrowserView, SessionInfo } from '@plmail/wire'
import type { Answer, Http } from '../../net/index.ts'

/** Who the user is, and the browsers they are signed in with. What is told to it is known to the whole page at once. */
export interface Profile {
  setName(name: string): Promise<Answer<unknown>>
  setEmail(email: string, password: string): Promise<Answer<unknown>>
  /** Signs out every other browser. */
  setPassword(password: string, newPassword: string): Promise<Answer<unknown>>
  browsers(): Promise<Answer<{ browsers: BrowserView[] }>>
  signOut(browser: string): Promise<Answer<unknown>>
}

/** `renewed` is given what the server says of the session after a change. */
export function createProfile(http: Http, renewed: (session: SessionInfo) => void): Profile {
  async function change(what: string, body: object): Promise<Answer<unknown>> {
    const answer = await http.call('POST', `/api/session/${what}`, body)
    if (!answer.ok) return answer
    const session = await http.call<SessionInfo>('GET', '/api/session')
    if (session.ok) renewed(session.value)
    return answer
  }

  return {
    setName: (name) => change('name', { name }),
    setEmail: (email, password) => change('email', { email, password }),
    setPassword: (password, newPassword) => change('password', { password, newPassword }),
    browsers: () => http.call('GET', '/api/browsers'),
    signOut: (browser) => http.call('DELETE', `/api/browsers/${encodeURIComponent(browser)}`),
  }
}
