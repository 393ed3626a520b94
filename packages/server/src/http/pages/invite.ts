import { catalogueOf } from '@plmail/words'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { People } from '../../people/index.ts'
import { crossSite, getVisitor, type Guard, spokenWith } from '../guard/index.ts'
import type { Language } from '../words/index.ts'
import { formText, type Problems } from './form-fields.ts'
import { html } from './html.ts'
import { renderPage } from './layout.ts'
import { linkGone, tokenOf, type WithToken } from './link-token.ts'
import { alert } from './login-page.ts'
import {
  conventionFields,
  emptyPerson,
  type PersonValues,
  personFormPolicy,
  describeProblems,
  readPersonFields,
  youFields,
  zoneScript,
} from './person-fields.ts'
import { seeOther, sendPage } from './send-page.ts'
import { signInPathAfterForm } from './sign-in-paths.ts'

export interface InviteNeeds {
  people: Pick<People, 'links' | 'singleSignOn'>
  guard: Guard
}

/** `GET, POST /invite/{token}`: a person whom an administrator invited makes their own access. */
export function inviteRoutes(app: FastifyInstance, needs: InviteNeeds): void {
  const { people, guard } = needs

  app.get('/invite/*', async (request: FastifyRequest<WithToken>, reply) => {
    const token = tokenOf(request)
    const invitation = await people.links.findInvitation(token)
    if (!invitation) throw linkGone()
    const values = { ...emptyPerson(request), email: invitation.email }
    return send(reply, 200, { token, values, problems: {} })
  })

  app.post('/invite/*', async (request: FastifyRequest<WithToken>, reply) => {
    if (guard.madeBy(request) === 'foreign') throw crossSite()
    return accept(needs, request, reply)
  })
}

async function accept(
  { people, guard }: InviteNeeds,
  request: FastifyRequest<WithToken>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const token = tokenOf(request)
  const field = formText(request.body)
  const values = readPersonFields(field)
  const form = { ...values, password: field('password') }
  const accepted = await people.links.acceptInvitation(token, form, getVisitor(request))
  if (accepted.ok) {
    // They have proven nothing to the provider yet.
    if (await people.singleSignOn.isOnlyWay()) return seeOther(reply, await signInPathAfterForm(people))
    await guard.signInNewUser(reply, accepted.user)
    return seeOther(reply, '/')
  }
  if (accepted.why === 'gone') throw linkGone()
  const problems = describeProblems(accepted.problems, spokenWith(request))
  return send(reply, 422, { token, values, problems })
}

interface InvitePage {
  token: string
  values: PersonValues
  problems: Problems
}

const send = (reply: FastifyReply, status: number, page: InvitePage): FastifyReply =>
  sendPage(reply, status, invitePage(page, spokenWith(reply.request)), personFormPolicy)

function invitePage({ token, values, problems }: InvitePage, language: Language): string {
  const { pages } = catalogueOf(language)
  const words = pages.invite
  const focused = ['name', 'email', 'password'].find((name) => problems[name] !== undefined) ?? 'name'
  return renderPage({
    title: words.title,
    language,
    isWide: true,
    content: html`<h1>${words.title}</h1>
      <p class="lead">${words.lead}</p>
      ${Object.keys(problems).length > 0 && alert(pages.install.problems)}
      <form method="post" action="/invite/${token}">
        ${youFields(pages, values, problems, focused)} ${conventionFields(pages, values, problems)}
        <button type="submit">${pages.install.create}</button>
      </form>`,
    script: zoneScript,
  })
}
