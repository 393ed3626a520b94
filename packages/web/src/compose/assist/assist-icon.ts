import { WandSparkles as Assist } from 'lucide'
import { pathsOf } from '../../ui/index.ts'

export const { assist: assistIcon } = pathsOf({ assist: Assist })
