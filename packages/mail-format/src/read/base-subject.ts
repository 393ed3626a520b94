/**
 * Words that mailers put before a colon when they answer or forward, in the languages mail is written in.
 * RFC 5256 knows only the English ones.
 */
const replyWords = `re aw antw antwort sv vs res resp rif rép réf ref odp odpověď ynt yanıt ατ απ hf atb bls balas vá
  відп отв ответ на 回复 回覆 答复 答覆 返信 답장 회신`
const forwardWords = `fwd fw wg vb vl rv enc tr doorst fs i pd trs yml ilt ileti πρθ προώθ továbbítás переслать пересл
  пер 转发 轉寄 轉發 転送 전달`

const blob = String.raw`\[[^\[\]]{0,200}\]\s*`
const counter = String.raw`(?:\s*(?:\[\d{1,4}\]|\(\d{1,4}\)|\^\d{1,4}|\*\d{1,4}))?`
const leader = (words: string): RegExp =>
  new RegExp(
    String.raw`^(?:${blob}){0,8}(?:${words.split(/\s+/).join('|')})${counter}\s*(?:${blob})?[:：]\s*`,
    'iu',
  )

const replyLeader = leader(`${replyWords} r`)
const anyLeader = leader(`${replyWords} r ${forwardWords}`)
const blobLeader = new RegExp(`^${blob}`, 'u')
const trailer = /\s*\(fwd\)\s*$/i
const wrapped = /^\[fwd:(.*)\]$/is

/** Longer subjects differ, if at all, in their first part. */
const maxLength = 2_000

/**
 * The base subject of RFC 5256 §2.1: without reply and forward prefixes, list tags and trailers. Spelling is
 * kept; compare without case. Empty when nothing else was written.
 */
export function baseSubject(subject: string): string {
  let text = collapsed(subject)
  for (;;) {
    let before: string
    do {
      before = text
      text = text.replace(trailer, '').replace(anyLeader, '')
      const untagged = text.replace(blobLeader, '')
      if (untagged !== '') text = untagged
    } while (text !== before)
    const inner = wrapped.exec(text)?.[1]
    if (inner === undefined) return text.trim()
    text = inner.trim()
  }
}

/** Whether the subject says of itself that it answers another message. */
export function isReplySubject(subject: string): boolean {
  return replyLeader.test(collapsed(subject))
}

function collapsed(subject: string): string {
  return subject.slice(0, maxLength).replace(/\s+/g, ' ').trim()
}
