import { expect, test } from 'vitest'
import { placeToOpen } from './page-links.ts'

const origin = 'https://mail.example'
const click = {
  button: 0,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  defaultPrevented: false,
}
const link = { origin, pathname: '/contacts', target: '' }

test('a click on a link of our own opens its screen in the page', () => {
  expect(placeToOpen(click, link, origin)).toMatchObject({ screen: 'contacts' })
})

test.each([
  ['the middle button', { button: 1 }],
  ['Ctrl', { ctrlKey: true }],
  ['Command', { metaKey: true }],
  ['Shift', { shiftKey: true }],
  ['Alt', { altKey: true }],
  ['somebody else, who has handled it', { defaultPrevented: true }],
])('with %s a click is not ours', (_name, difference) => {
  expect(placeToOpen({ ...click, ...difference }, link, origin)).toBeUndefined()
})

test.each([
  ['to another site', { origin: 'https://else.example' }],
  ['that asks for a tab or a download', { target: '_self' }],
  ['to what is no screen', { pathname: '/api/calendars/ics' }],
])('a link %s is the browser’s', (_name, difference) => {
  expect(placeToOpen(click, { ...link, ...difference }, origin)).toBeUndefined()
})

test('a click beside every link opens nothing', () => {
  expect(placeToOpen(click, null, origin)).toBeUndefined()
})
