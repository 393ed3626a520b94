import { type PersonBelongings, type UserId, userWireId } from '@plmail/wire'
import type { FastifyPluginAsync } from 'fastify'
import { Type } from 'typebox'
import type { Clock } from '../../kit/clock.ts'
import type { People, PersonDeletion } from '../../people/index.ts'
import { type Guard, Problem } from '../guard/index.ts'
import { browserActor } from './audit-actor.ts'
import { checkedBody } from './checked-body.ts'
import { ownPassword, proveUser } from './prove-user.ts'

export interface PeopleDeletionApiNeeds {
  people: Pick<People, 'administration' | 'signIn' | 'singleSignOn'>
  deletion: PersonDeletion
  /** Counts exactly what goes with the person. */
  countBelongings(userId: UserId): Promise<PersonBelongings>
  guard: Pick<Guard, 'requireAdmin'>
  clock: Clock
}

interface WithPerson {
  Params: { id: string }
}

const deleteBody = Type.Object({
  password: ownPassword,
  email: Type.String({ maxLength: 254 }),
})

/**
 * Deleting somebody with everything they own: `GET /api/admin/people/{id}/belongings` counts it, `POST …/delete` begins, with
 * proof of the administrator and the person's address typed. The list of people tells how far it is.
 */
export function peopleDeletionApi(needs: PeopleDeletionApiNeeds): FastifyPluginAsync {
  const { people, deletion, guard } = needs
  const personOf = async (text: string) => {
    const id = userWireId.decode(text)
    const person = id === undefined ? undefined : await people.administration.get(id)
    if (!person) throw new Problem('not-found', { detail: { problem: 'people/no-such-user' } })
    return person.user
  }
  return async (app) => {
    app.get<WithPerson>('/api/admin/people/:id/belongings', async (request, reply) => {
      await guard.requireAdmin(request, reply)
      const { id } = await personOf(request.params.id)
      return needs.countBelongings(id)
    })

    app.post<WithPerson>('/api/admin/people/:id/delete', async (request, reply) => {
      const signedIn = await guard.requireAdmin(request, reply)
      const person = await personOf(request.params.id)
      const { password, email } = checkedBody<{ password?: string; email: string }>(deleteBody, request.body)
      await proveUser(needs, signedIn, password, request)
      if (email.trim().toLowerCase() !== person.email.toLowerCase())
        throw new Problem('invalid', {
          errors: [{ pointer: '/email', problem: { problem: 'people/another-address' } }],
        })
      const begun = await deletion.begin(browserActor(request, signedIn), person.id)
      if (!begun.ok) throw new Problem('conflict', { detail: { problem: begun.problem } })
      return reply.code(202).send()
    })
  }
}
