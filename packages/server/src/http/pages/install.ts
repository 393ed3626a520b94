import { catalogueOf, sayProblem } from '@plmail/words'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parsePublicAddress } from '../../config/index.ts'
import type { People } from '../../people/index.ts'
import { browserActor } from '../api/audit-actor.ts'
import { type Guard, Problem, crossSite, spokenWith } from '../guard/index.ts'
import type { Language } from '../words/index.ts'
import { type Problems, formText } from './form-fields.ts'
import { type InstallPage, installPage } from './install-page.ts'
import { emptyPerson, personFormPolicy, describeProblems, readPersonFields } from './person-fields.ts'
import { seeOther, sendPage } from './send-page.ts'

export interface InstallNeeds {
  people: People
  guard: Guard
  /** The configured address, which the form starts with when there is one. */
  publicAddress(): string | undefined
  storePublicAddress(text: string): Promise<unknown>
}

/** `GET, POST /install`: the first administrator; answers as if it did not exist once there is a user. */
export function installRoutes(app: FastifyInstance, needs: InstallNeeds): void {
  const { people, guard } = needs
  const open = async () => {
    if (!(await people.install.isOpen())) throw new Problem('not-found')
  }

  app.get('/install', { onRequest: open }, async (request, reply) => {
    const page = installPage(emptyPage(needs, request), spokenWith(request))
    return sendPage(reply, 200, page, personFormPolicy)
  })

  // Before the body is looked at: the answer must not depend on what is sent to an address that does not exist.
  app.post('/install', { onRequest: open }, async (request, reply) => {
    if (guard.madeBy(request) === 'foreign') throw crossSite()
    return install(needs, request, reply)
  })
}

function emptyPage({ guard, publicAddress }: InstallNeeds, request: FastifyRequest): InstallPage {
  return {
    values: {
      ...emptyPerson(request),
      publicUrl: publicAddress() ?? guard.requestAddress(request),
      setupCode: '',
    },
    needsSetupCode: !guard.isLocal(request),
    problems: {},
  }
}

async function install(
  needs: InstallNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { people, guard } = needs
  const field = formText(request.body)
  const page = fillPage(field, !guard.isLocal(request))
  const language = spokenWith(request)
  const refuse = (problems: Problems) =>
    sendPage(reply, 422, installPage({ ...page, problems }, language), personFormPolicy)

  // Before anything else is looked at, so that a stranger learns nothing and costs nothing.
  if (page.needsSetupCode && !people.install.acceptsSetupCode(page.values.setupCode)) {
    return refuse({ setupCode: catalogueOf(language).pages.install.wrongCode })
  }
  const form = { ...page.values, password: field('password') }
  // All of it at once: nobody mends a form one field a try.
  const problems = {
    ...describeProblems(people.install.findProblems(form), language),
    ...publicUrlProblem(page.values.publicUrl, language),
  }
  if (Object.keys(problems).length > 0) return refuse(problems)

  const installed = await people.install.createFirst(form)
  if (installed.ok) {
    if (page.values.publicUrl !== '') await needs.storePublicAddress(page.values.publicUrl)
    const subject = { userId: installed.user.id, name: installed.user.email }
    const actor = browserActor(request, installed)
    await people.audit.note({ action: 'user-created', actor, subject, detail: { isAdmin: true } })
    await guard.signInNewUser(reply, installed.user)
    return seeOther(reply, '/')
  }
  if (installed.why === 'closed') throw new Problem('not-found')
  return refuse(describeProblems(installed.problems, language))
}

function fillPage(field: (name: string) => string, needsSetupCode: boolean): InstallPage {
  return {
    values: {
      ...readPersonFields(field),
      publicUrl: field('publicUrl').trim(),
      setupCode: field('setupCode'),
    },
    needsSetupCode,
    problems: {},
  }
}

function publicUrlProblem(text: string, language: Language): Problems {
  const parsed = text === '' ? undefined : parsePublicAddress(text)
  if (parsed === undefined || parsed.ok) return {}
  return { publicUrl: sayProblem(language, parsed.problem) }
}
