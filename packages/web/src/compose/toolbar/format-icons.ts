import {
  Bold,
  Code,
  Heading,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  Palette,
  RemoveFormatting as Eraser,
  Strikethrough as Strike,
  TextQuote as Quote,
  Underline,
} from 'lucide'
import { pathsOf } from '../../ui/index.ts'

/** Pictures of the formatting toolbar; they travel in its chunk. */
export const formatIcons = pathsOf({
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
})
