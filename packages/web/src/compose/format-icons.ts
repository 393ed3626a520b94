import Bold from '@lucide/svelte/icons/bold'
import Code from '@lucide/svelte/icons/code'
import Eraser from '@lucide/svelte/icons/remove-formatting'
import Heading from '@lucide/svelte/icons/heading'
import Image from '@lucide/svelte/icons/image'
import Italic from '@lucide/svelte/icons/italic'
import Link from '@lucide/svelte/icons/link'
import List from '@lucide/svelte/icons/list'
import ListOrdered from '@lucide/svelte/icons/list-ordered'
import Palette from '@lucide/svelte/icons/palette'
import Quote from '@lucide/svelte/icons/text-quote'
import Strike from '@lucide/svelte/icons/strikethrough'
import Underline from '@lucide/svelte/icons/underline'

/** Pictures of the formatting toolbar; they travel in its chunk. */
export const formatIcons = {
  bold: Bold,
  italic: Italic,
  underline: Underline,
  strike: Strike,
  bullets: List,
  numbers: ListOrdered,
  quote: Quote,
  heading: Heading,
  codeBlock: Code,
  link: Link,
  picture: Image,
  clear: Eraser,
  colour: Palette,
} as const
