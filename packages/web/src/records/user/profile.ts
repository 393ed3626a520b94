import type { BrowserView, SessionInfo, SignInView } from '@plmail/wire'
import type { Answer, Http } from '../../net/index.ts'

/** The user's name, address and password, and the browsers they are signed in with. A change shows on the whole page at once. */
export interface Profile {
  setName(name: string): Promise<Answer<unknown>>
  setEmail(email: string, password: string): Promise<Answer<unknown>>
  /** Signs out every other browser. */
  setPassword(password: string, newPassword: string): Promise<Answer<unknown>>
  browsers(): Promise<Answer<{ browsers: BrowserView[] }>>
  signIns(): Promise<Answer<{ signIns: SignInView[] }>>
  signOut(browser: string): Promise<Answer<unknown>>
}

/** `renewed` is called with the session that the server returns after a change. */
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
    signIns: () => http.call('GET', '/api/sign-ins'),
    browsers: () => http.call('GET', '/api/browsers'),
    signOut: (browser) => http.call('DELETE', `/api/browsers/${encodeURIComponent(browser)}`),
  }
}
