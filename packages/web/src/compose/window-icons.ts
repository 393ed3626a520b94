import Clock from '@lucide/svelte/icons/clock'
import Maximise from '@lucide/svelte/icons/maximize-2'
import Minimise from '@lucide/svelte/icons/minus'
import Smaller from '@lucide/svelte/icons/minimize-2'

/** Pictures of the window of a letter. */
export const windowIcons = { later: Clock, full: Maximise, smaller: Smaller, minimise: Minimise } as const
