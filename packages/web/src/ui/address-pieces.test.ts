import { expect, test } from 'vitest'
import { addressPieces } from './address-pieces.ts'

test('an address may break after its @ and before its dots', () => {
  expect(addressPieces('nora.lindqvist@mail.larkfield.example')).toEqual([
    'nora',
    '.lindqvist@',
    'mail',
    '.larkfield',
    '.example',
  ])
})

test('nothing is lost, and no piece is empty', () => {
  for (const odd of ['', '@', '.', '@.', 'a@@b..c', 'no address', 'Büro 2.0']) {
    expect(addressPieces(odd).join('')).toBe(odd)
    expect(odd === '' || !addressPieces(odd).includes('')).toBe(true)
  }
})
