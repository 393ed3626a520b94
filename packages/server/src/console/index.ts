/**
 * The command line: a table of commands, their help, and how one is run. Called by main, which hands in what commands
 * act on. Asks rooms by their doors; opens no store.
 */
export type {
  AccountAdded,
  Diagnosis,
  DiagnosisWanted,
  ImapForm,
  Installation,
  MirrorLine,
  MirrorWanted,
  CalendarLine,
  PushLine,
  ConsoleRooms,
} from './command.ts'
export { type ConsoleWords, loadConsoleWords } from './console-words.ts'
export { commands } from './commands.ts'
export { failureInJson, runCommand, wantsJson } from './run-command.ts'
export { type Terminal, createTerminal, languageOfEnvironment } from './terminal.ts'
