import { placeOf, type Place } from '../commands/index.ts'

type Click = Pick<MouseEvent, 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'defaultPrevented'>
type Link = Pick<HTMLAnchorElement, 'origin' | 'pathname' | 'target'>

/**
 * The screen that a click on a link of our own opens without leaving the page. Undefined for what is the browser's: new
 * tabs, downloads, foreign links, and addresses that are no screen.
 */
export function placeToOpen(click: Click, link: Link | null, origin: string): Place | undefined {
  if (click.defaultPrevented || click.button !== 0) return undefined
  if (click.ctrlKey || click.metaKey || click.shiftKey || click.altKey) return undefined
  if (!link || link.origin !== origin || link.target !== '') return undefined
  return placeOf(link.pathname)
}
