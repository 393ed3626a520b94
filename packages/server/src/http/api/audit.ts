import { type AuditAction, auditActions, type AuditEntryView, type AuditPage } from '@plmail/wire'
import type { FastifyPluginAsync } from 'fastify'
import type { AuditEntry, AuditFilter, People } from '../../people/index.ts'
import { type Guard, Problem } from '../guard/index.ts'

export interface AuditApiNeeds {
  people: Pick<People, 'audit'>
  guard: Pick<Guard, 'requireAdmin'>
}

type AuditQuery = Readonly<Record<string, unknown>>

const pageSize = 50

/** The audit log for administrators: `/api/admin/audit`. Nothing writes to it from outside. */
export function auditApi({ people, guard }: AuditApiNeeds): FastifyPluginAsync {
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
  }
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
