import { expect, test } from 'vitest'
import { type AvailabilityQuestion, type PersonTimes, wallOf } from '../../records/index.ts'
import { createMeetingTimes } from './meeting-times.ts'

const ann: PersonTimes = { email: 'ann@x.example', busy: [] }
const own = (uid: string, start: string) => ({
  event: { uid },
  start: wallOf(start),
  end: wallOf(start) + 3_600_000,
})

/** A search for a time, with the questions that were asked and what is on screen. */
function search(uid: string | undefined) {
  const questions: AvailabilityQuestion[] = []
  const answers: Array<(times: readonly PersonTimes[] | undefined) => void> = []
  const screen: Array<readonly PersonTimes[] | undefined> = []
  const load = createMeetingTimes({
    people: ['ann@x.example'],
    uid,
    daysAhead: 14,
    eventsWithin: (from, until) =>
      [own('dinner', '2026-11-24'), own('choir', '2026-11-25'), own('dinner', '2026-12-24')].filter(
        ({ start }) => start >= from && start < until,
      ),
    ask: (question) => {
      questions.push(question)
      return new Promise((resolve) => answers.push(resolve))
    },
    show: (times) => screen.push(times),
  })
  return { load, questions, answers, screen }
}

test('the event that is to be moved keeps nobody from coming to itself', () => {
  const { load, questions } = search('dinner')
  void load('2026-11-23')
  const start = wallOf('2026-11-24')
  expect(questions).toEqual([
    {
      people: ['ann@x.example'],
      except: { uid: 'dinner', times: [{ from: start, to: start + 3_600_000 }] },
    },
  ])
})

test('for a new event nothing is left out', () => {
  const { load, questions } = search(undefined)
  void load('2026-11-23')
  expect(questions[0]?.except).toBeUndefined()
})

test('an answer that comes after another day was asked for is dropped', async () => {
  const { load, answers, screen } = search('dinner')
  const [first, second] = [load('2026-11-23'), load('2026-12-07')]
  answers[1]?.([ann])
  await second
  answers[0]?.(undefined)
  await first
  expect(screen).toEqual([[ann]])
})

test('a server that cannot be asked is shown as such', async () => {
  const { load, answers, screen } = search('dinner')
  const loading = load('2026-11-23')
  answers[0]?.(undefined)
  await loading
  expect(screen).toEqual([undefined])
})
