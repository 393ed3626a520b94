import { catalogueOf, sayProblem } from '@plmail/words'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { crossSite, getVisitor, spokenWith } from '../guard/index.ts'
import type { Language } from '../words/index.ts'
import { formText } from './form-fields.ts'
import { html } from './html.ts'
import type { InviteNeeds } from './invite.ts'
import { renderPage } from './layout.ts'
import { linkGone, tokenOf, type WithToken } from './link-token.ts'
import { newPasswordField } from './person-fields.ts'
import { seeOther, sendPage } from './send-page.ts'
import { signInPathAfterForm } from './sign-in-paths.ts'

/** `GET, POST /password/{token}`: a person sets a new password by an administrator's link, and then signs in with it. */
export function passwordLinkRoutes(app: FastifyInstance, needs: InviteNeeds): void {
  const { people, guard } = needs

  app.get('/password/*', async (request: FastifyRequest<WithToken>, reply) => {
    const token = tokenOf(request)
    const link = await people.links.findPasswordLink(token)
    if (!link) throw linkGone()
    return send(reply, 200, { token, email: link.email })
  })

  app.post('/password/*', async (request: FastifyRequest<WithToken>, reply) => {
    if (guard.madeBy(request) === 'foreign') throw crossSite()
    const token = tokenOf(request)
    const link = await people.links.findPasswordLink(token)
    if (!link) throw linkGone()
    const password = formText(request.body)('password')
    const set = await people.links.setPassword(token, password, getVisitor(request))
    // Whoever else was signed in here is not any more: the next page asks for the new password.
    if (set.ok) {
      await guard.signOut(request, reply)
      return seeOther(reply, await signInPathAfterForm(people))
    }
    if (set.why === 'gone') throw linkGone()
    const problem = sayProblem(spokenWith(request), set.problem)
    return send(reply, 422, { token, email: link.email, problem })
  })
}

interface PasswordPage {
  token: string
  /** Whose password it is. */
  email: string
  problem?: string
}

const send = (reply: FastifyReply, status: number, page: PasswordPage): FastifyReply =>
  sendPage(reply, status, passwordPage(page, spokenWith(reply.request)))

function passwordPage({ token, email, problem }: PasswordPage, language: Language): string {
  const { pages } = catalogueOf(language)
  const words = pages.newPassword
  const problems: Readonly<Record<string, string>> = problem === undefined ? {} : { password: problem }
  return renderPage({
    title: words.title,
    language,
    content: html`<h1>${words.title}</h1>
      <p class="lead">${words.lead({ email })}</p>
      <form method="post" action="/password/${token}">
        <input type="hidden" name="username" autocomplete="username" value="${email}" />
        ${newPasswordField(pages, problems, 'password')}
        <button type="submit">${words.save}</button>
      </form>`,
  })
}
