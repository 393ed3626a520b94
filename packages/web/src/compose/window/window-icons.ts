import {
  Clock,
  FileStack as Template,
  Maximize2 as Maximise,
  Minimize2 as Smaller,
  Minus as Minimise,
} from 'lucide'
import { pathsOf } from '../../ui/index.ts'

/** Pictures of the window of a message. */
export const windowIcons = pathsOf({
  later: Clock,
  full: Maximise,
  smaller: Smaller,
  minimise: Minimise,
  template: Template,
})
