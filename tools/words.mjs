// Compiles the messages of packages/words where they have changed since they were compiled last.
import { compileWords } from '../packages/words/compile/compile-words.mjs'

compileWords()
