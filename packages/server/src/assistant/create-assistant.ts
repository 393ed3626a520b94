import {
  accountWireId,
  type AssistantChoices,
  type AssistantChoicesForm,
  type AssistantTest,
} from '@plmail/wire'
import type { Cipher, Database } from '../store/index.ts'
import type { AdmissionNeeds } from './admit.ts'
import { compose } from './composing/compose.ts'
import { askModel } from './model/ask-model.ts'
import { ask, type QuestionNeeds } from './questions/ask.ts'
import { digest } from './questions/digest.ts'
import { readChoice, storeChoice } from './settings/choices.ts'
import { effectiveSettings } from './settings/effective-settings.ts'
import { readSettings, saveSettings } from './settings/save-settings.ts'
import { createSummaries, type SummaryNeeds } from './summaries/create-summaries.ts'
import type { Assistant, AssistantEnvironment, FormProblem, AssistantUser } from './types.ts'
import { dayIn, estimateTokens, usedTokens } from './use/usage.ts'

export interface AssistantNeeds extends SummaryNeeds, QuestionNeeds {
  read: SummaryNeeds['read'] & QuestionNeeds['read']
  database: Database
  cipher: Cipher
  environment: AssistantEnvironment
}

export function createAssistant(needs: AssistantNeeds): Assistant {
  const summaries = createSummaries(needs)
  return {
    settings: () => readSettings(needs),
    save: (form) => saveSettings(needs, form),
    test: () => testModel(needs),
    choices: (reader) => choices(needs, reader),
    choose: (reader, form) => choose(needs, reader, form),
    summaries,
    compose: (reader, form, onEvent, signal) => compose(needs, reader, form, onEvent, signal),
    ask: (reader, form, onEvent, signal) => ask(needs, reader, form, onEvent, signal),
    digest: (reader, form, onEvent, signal) => digest(needs, reader, form, onEvent, signal),
    close: () => summaries.close(),
  }
}

/** Asks for a few words and measures them. */
async function testModel(needs: AssistantNeeds): Promise<AssistantTest> {
  const { connection } = await effectiveSettings(needs)
  if (!connection) return { ok: false, problem: { problem: 'assistant/incomplete' } }
  const begunAt = needs.clock.now().getTime()
  let firstAt: number | undefined
  let text = ''
  const outcome = await askModel(needs.ask('installation'), {
    connection,
    prompt: {
      system: 'Task: test',
      user: 'Count from one to twenty in words.',
      temperature: 0,
      maxTokens: 100,
    },
    signal: AbortSignal.timeout(testWithinMs),
    onText: (token) => {
      firstAt ??= needs.clock.now().getTime()
      text += token
    },
  })
  if (outcome.problem) {
    const isLate = outcome.problem.problem === 'assistant/stopped'
    return {
      ok: false,
      problem: isLate ? { problem: 'assistant/silent', host: connection.host } : outcome.problem,
    }
  }
  if (firstAt === undefined) return { ok: false, problem: { problem: 'assistant/empty' } }
  const seconds = Math.max(1, needs.clock.now().getTime() - firstAt) / 1000
  const tokens = outcome.counts.answer ?? estimateTokens(text)
  return {
    ok: true,
    model: connection.model,
    firstTokenMs: firstAt - begunAt,
    tokensPerSecond: Math.round((tokens / seconds) * 10) / 10,
  }
}

/** An administrator waits for it; a large model is loaded meanwhile. */
const testWithinMs = 120_000

async function choices(needs: AssistantNeeds, reader: AssistantUser): Promise<AssistantChoices> {
  const [settings, personalId, accounts] = await Promise.all([
    effectiveSettings(needs),
    needs.personal(reader.id),
    needs.listAccounts(reader.id),
  ])
  const choice =
    personalId === undefined
      ? { isOn: false, mailAccounts: [], digestAt: null }
      : await readChoice(needs.database, personalId)
  const day = dayIn(reader.timeZone, needs.clock.now())
  const { connection } = settings
  const isOffered = settings.isOn.value && connection !== undefined
  return {
    isOffered,
    host: isOffered ? connection.host : null,
    model: isOffered ? connection.model : null,
    isOn: choice.isOn,
    accounts: accounts.map(({ id, name, address }) => ({
      id: accountWireId.encode(id),
      name: name === address ? address : `${name} (${address})`,
      mayRead: choice.mailAccounts.includes(id),
    })),
    usedTokens: personalId === undefined ? 0 : await usedTokens(needs.database, personalId, day),
    dailyTokens: settings.dailyTokens,
  }
}

/** Another user's account is no account. */
async function choose(
  needs: AdmissionNeeds & { database: Database },
  reader: AssistantUser,
  form: AssistantChoicesForm,
): Promise<FormProblem[]> {
  const [personalId, accounts] = await Promise.all([needs.personal(reader.id), needs.listAccounts(reader.id)])
  const requested = form.accountIds?.map((id) => accountWireId.decode(id))
  const own = accounts.filter(({ id }) => requested?.includes(id)).map(({ id }) => id)
  if (personalId === undefined || (requested && own.length < new Set(requested).size))
    return [{ pointer: '/accountIds', problem: { problem: 'request/not-offered' } }]
  await needs.database.transaction(async (tx) => {
    const before = await readChoice(tx, personalId)
    await storeChoice(tx, personalId, {
      isOn: form.isOn ?? before.isOn,
      mailAccounts: requested ? own : before.mailAccounts,
    })
  })
  return []
}
