import type { Language } from '@plmail/wire'
import { sayProblem } from '@plmail/words'
import type { SettingProblem } from '../config/index.ts'
import type { ConsoleWords } from '../console/index.ts'

/** As a method, because a fault and its parameters are checked by a test. */
type Saying = { say(parameters: object): string }['say']

/** Says what is wrong with a setting. */
export function describeSetting(problem: SettingProblem, words: ConsoleWords, language: Language): string {
  const say: Saying = words.settings[problem.fault]
  const { setting } = problem
  if ('choices' in problem) return say({ setting, choices: problem.choices.join(', ') })
  if ('problem' in problem) return say({ setting, reason: sayProblem(language, problem.problem) })
  return say(problem)
}
