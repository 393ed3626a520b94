import { type AccountId, type ContactsImported, type UserId, addressBookWireId } from '@plmail/wire'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Contacts } from '../../contacts/index.ts'
import { Problem } from '../guard/index.ts'

export interface ContactsApiNeeds {
  contacts: Pick<Contacts, 'books' | 'importVcards' | 'exportVcards'>
  personal(userId: UserId): Promise<AccountId | undefined>
  /** Throws a Problem unless a signed-in user asks, from a page of ours. */
  requireSession(request: FastifyRequest, reply: FastifyReply): Promise<{ user: { id: UserId } }>
}

/** Ten thousand people with pictures. */
const maxFileLength = 20 * 1024 * 1024

interface WithBook {
  Querystring: { book?: string; version?: string }
}

/** vCard files in and out: `/api/contacts/vcards`. Another user's books do not exist here. */
export function contactsApi({ contacts, personal, requireSession }: ContactsApiNeeds): FastifyPluginAsync {
  const readExportRequest = async (request: FastifyRequest<WithBook>, reply: FastifyReply) => {
    const { user } = await requireSession(request, reply)
    const accountId = await personal(user.id)
    const { book } = request.query
    const bookId = book === undefined ? undefined : addressBookWireId.decode(book)
    if (accountId === undefined) throw new Problem('not-found')
    const books = book === undefined ? [] : await contacts.books.list(accountId)
    if (book !== undefined && !books.some(({ id }) => id === bookId)) throw new Problem('not-found')
    return { user, accountId, bookId }
  }
  return async (app) => {
    app.addContentTypeParser(
      ['text/vcard', 'text/x-vcard', 'text/directory'],
      { parseAs: 'string', bodyLimit: maxFileLength },
      (_request, body, done) => done(null, body),
    )

    app.get('/api/contacts/vcards', async (request: FastifyRequest<WithBook>, reply) => {
      const { accountId, bookId } = await readExportRequest(request, reply)
      const version = request.query.version === '3.0' ? '3.0' : '4.0'
      const text = await contacts.exportVcards(accountId, bookId === undefined ? {} : { bookId }, version)
      return reply
        .header('content-disposition', 'attachment; filename="contacts.vcf"')
        .header('cache-control', 'no-store')
        .type('text/vcard; charset=utf-8')
        .send(text)
    })

    app.post('/api/contacts/vcards', async (request: FastifyRequest<WithBook>, reply) => {
      const { user, accountId, bookId } = await readExportRequest(request, reply)
      if (typeof request.body !== 'string') throw new Problem('unsupported-type')
      const done = await contacts.importVcards(user.id, accountId, bookId, request.body)
      if (done === 'no-book') throw new Problem('not-found')
      if (done === 'too-many') throw new Problem('conflict', { detail: { problem: 'contacts/too-many' } })
      return done satisfies ContactsImported
    })
  }
}
