import { describe, expect, test } from 'vitest'
import { addPictures, carriesFiles, openChooser, takeChosen, takeDropped } from './choose-files.ts'

const file = (name: string, type: string, size = 10) => ({ name, type, size }) as File
const photo = file('beach.png', 'image/png')

/** The files of a message and its editor, and what was put where. */
function message() {
  const beside: string[] = []
  const inText: string[] = []
  const attached = {
    add(files: readonly File[], isInText: boolean) {
      if (!isInText) beside.push(...files.map(({ name }) => name))
      return isInText ? files.map(({ name }, id) => ({ id, name, cid: `cid-${name}` })) : []
    },
  } as unknown as Parameters<typeof addPictures>[1]
  const editor = { insertImage: (source: string, name: string) => void inText.push(`${source} ${name}`) }
  return { attached, editor, beside, inText }
}

describe('pictures for the text', () => {
  test('stand in the text, what is no picture beside it', () => {
    const { attached, editor, beside, inText } = message()
    addPictures([photo, file('notes.pdf', 'application/pdf')], attached, editor)
    expect(inText).toEqual(['cid:cid-beach.png beach.png'])
    expect(beside).toEqual(['notes.pdf'])
  })

  test.each(['image/svg+xml', 'image/tiff', 'image/heic'])(
    'of type %s are files: not every reader shows them',
    (type) => {
      const { attached, editor, beside, inText } = message()
      addPictures([file('plan', type)], attached, editor)
      expect(beside).toEqual(['plan'])
      expect(inText).toEqual([])
    },
  )

  test('that are larger than a message never stand in it', () => {
    const { attached, editor, beside, inText } = message()
    addPictures([file('poster.png', 'image/png', 51 * 1024 * 1024)], attached, editor)
    expect(beside).toEqual(['poster.png'])
    expect(inText).toEqual([])
  })

  test('are files in a message of plain text', () => {
    const { attached, beside } = message()
    addPictures([photo], attached, undefined)
    expect(beside).toEqual(['beach.png'])
  })
})

describe('the field for files', () => {
  test('offers pictures alone where they go into the text', () => {
    const opened: string[] = []
    const chooser = { accept: '', click: () => void opened.push(chooser.accept) } as HTMLInputElement
    openChooser(chooser, true)
    openChooser(chooser, false)
    expect(opened).toEqual(['image/*', ''])
  })

  test('is empty again, so that the same file can be chosen twice', () => {
    const chooser = { files: [photo], value: 'C:\\fakepath\\beach.png' } as unknown as HTMLInputElement
    expect(takeChosen(chooser)).toEqual([photo])
    expect(chooser.value).toBe('')
  })
})

describe('what is dropped on a message', () => {
  const drop = (files: File[], isTaken = false) => {
    const event = {
      defaultPrevented: isTaken,
      dataTransfer: { files, types: files.length > 0 ? ['Files'] : ['text/plain'] },
      preventDefault: () => void (event.defaultPrevented = true),
    }
    return event
  }

  test('is taken, and the browser does not open it', () => {
    const event = drop([photo])
    expect(takeDropped(event as unknown as DragEvent)).toEqual([photo])
    expect(event.defaultPrevented).toBe(true)
  })

  test('is left to the editor that took it before', () => {
    expect(takeDropped(drop([photo], true) as unknown as DragEvent)).toEqual([])
  })

  test('is left to the browser where it is text', () => {
    const event = drop([])
    expect(takeDropped(event as unknown as DragEvent)).toEqual([])
    expect(event.defaultPrevented).toBe(false)
    expect(carriesFiles(event as unknown as DragEvent)).toBe(false)
    expect(carriesFiles(drop([photo]) as unknown as DragEvent)).toBe(true)
  })
})
