import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Gate, type EmulatedOrigin, serve, startOrigin } from '../../http/origin.ts'
import { googleGate } from '../schema.ts'
import { answerBatch } from './batch.ts'
import { getBearer, type GmailDoor, type GmailRequest, getName, run } from './dispatch.ts'
import { createUploads, type GmailUploads } from './upload.ts'

export interface GmailOrigins {
  api: EmulatedOrigin
  upload: EmulatedOrigin
}

/**
 * The API with its batch endpoint, and the host of uploads. As at Google, uploads are taken on the API's host too; their
 * pieces always go to the other one.
 */
export async function startGmail(
  door: GmailDoor,
  ports: { api?: number; upload?: number } = {},
): Promise<GmailOrigins> {
  const { world } = door
  const api = await startOrigin({ world, gate: wireGate, port: ports.api ?? 0 })
  const upload = await startOrigin({ world, gate: wireGate, port: ports.upload ?? 0 })
  const uploads = createUploads(door)
  for (const { app } of [api, upload])
    for (const prefix of ['/upload/*', '/resumable/upload/*'])
      app.all(prefix, (request, reply) => takeUpload(door, { uploads, origin: upload.url, request, reply }))
  for (const path of ['/batch', '/batch/gmail/v1'])
    api.app.post(path, (request, reply) => takeBatch(door, request, reply))
  api.app.all('/*', (request, reply) => takeCall(door, request, reply))
  return { api, upload }
}

/** The pieces of an upload carry no call of their own; everything else is judged by the table. */
const wireGate: Gate = {
  checkRequest: (request) => (isPiece(request.url) ? [] : googleGate.checkRequest(request)),
  checkReply: (request, status, body) =>
    isPiece(request.url) && status < 400
      ? googleGate.checkReply({ ...request, method: 'POST' }, status, body)
      : googleGate.checkReply(request, status, body),
}

const isPiece = (url: string): boolean => /[?&]upload_id=/.test(url)

function takeCall(door: GmailDoor, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const incoming = toRequest(request)
  const named = getName(door, incoming)
  return serve(door.world, request, reply, { operation: named.operation, account: named.account }, (fault) =>
    run(door, incoming, named, fault),
  )
}

function takeBatch(door: GmailDoor, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { authorization } = request.headers
  const account = door.grants.getOwner(getBearer(authorization))
  const contentType = request.headers['content-type'] ?? ''
  return serve(door.world, request, reply, { operation: 'gmail.batch', account }, (fault) =>
    answerBatch(door, { contentType, authorization, body: readBytes(request) }, fault),
  )
}

interface UploadRequest {
  uploads: GmailUploads
  origin: string
  request: FastifyRequest
  reply: FastifyReply
}

function takeUpload(
  door: GmailDoor,
  { uploads, origin, request, reply }: UploadRequest,
): Promise<FastifyReply> {
  const incoming = { ...toRequest(request), body: undefined }
  const id = new URL(request.url, origin).searchParams.get('upload_id')
  const named = (id === null ? undefined : uploads.named(id)) ?? getName(door, incoming)
  const contentType = request.headers['content-type'] ?? ''
  const contentRange = request.headers['content-range']
  const upload = { incoming, contentType, contentRange, bytes: readBytes(request), origin }
  return serve(door.world, request, reply, { operation: named.operation, account: named.account }, (fault) =>
    uploads.answer(upload, named, fault),
  )
}

function toRequest(request: FastifyRequest): GmailRequest {
  const { method, url } = request
  const { authorization } = request.headers
  const bytes = readBytes(request)
  return { method, url, authorization, body: bytes.length === 0 ? undefined : parsed(bytes) }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return bytes
  }
}

function readBytes(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
}
