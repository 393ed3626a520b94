import { Clock, Upload } from 'lucide'
import { pathsOf } from '../../ui/index.ts'

/** Pictures of what is on its way out: a tray that something leaves, and the clock of what is sent later. */
export const outgoingIcons = pathsOf({ outbox: Upload, scheduled: Clock })
