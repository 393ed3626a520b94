import { frameDarken } from './frame-darken.ts'
import { frameMarks } from './frame-marks.ts'

/**
 * The only script in a frame. It tells the page around it how high the body is, which link is under the pointer or has the
 * focus, which link is to be opened although it shows another site, that the focus came in, which keys were pressed that
 * the body has no use for, and how many pictures did not come; it takes no orders. A constant, because a `srcdoc` frame
 * also obeys the policy of its page: the page allows this text by its hash, the frame by a nonce. Server and web client
 * share it: a body that a device has kept gets the script of the version that shows it.
 */
export const frameScript = `(() => {
  const box = document.querySelector('plmail-body')
  const tell = (message) => parent.postMessage(message, '*')
  const plain = getComputedStyle(document.documentElement).getPropertyValue('--plmail-text').trim()
${frameDarken}
${frameMarks}
  if (box.hasAttribute('data-darken')) darken()
  if (box.hasAttribute('data-marks')) mark(JSON.parse(box.getAttribute('data-marks')))
  // Newsletters are built for a width; shown smaller they stay whole, down to a size that can be read.
  const fit = () => {
    box.style.zoom = 1
    const share = box.clientWidth / box.scrollWidth
    if (share < 1) box.style.zoom = Math.max(share, 0.5)
  }
  let height = -1
  const measure = () => {
    fit()
    const style = getComputedStyle(document.body)
    const below = (parseFloat(style.marginBottom) || 0) + (parseFloat(style.paddingBottom) || 0)
    const now = Math.ceil(box.getBoundingClientRect().bottom + scrollY + below)
    if (now === height) return
    height = now
    tell({ plmail: 'height', height })
  }
  new ResizeObserver(measure).observe(box)
  addEventListener('resize', measure)
  measure()
  let shown = null
  const show = (link) => {
    const href = link ? link.href : null
    if (href === shown) return
    shown = href
    tell({ plmail: 'link', href, says: link ? link.getAttribute('data-plmail-says') : null })
  }
  const linkAt = (event) => (event.target instanceof Element ? event.target.closest('a[href]') : null)
  const follow = (event) => show(linkAt(event))
  addEventListener('mouseover', follow)
  addEventListener('focusin', follow)
  addEventListener('focus', () => tell({ plmail: 'focus' }))
  addEventListener('focusout', () => show(null))
  document.documentElement.addEventListener('mouseleave', () => show(null))
  addEventListener('click', (event) => {
    const link = linkAt(event)
    const place = link && link.getAttribute('href')
    if (!place || place[0] !== '#') return
    event.preventDefault()
    const name = decodeURIComponent(place.slice(1))
    const target = document.getElementById(name) || document.getElementsByName(name)[0]
    if (target) target.scrollIntoView()
  })
  // A link that shows another site than it leads to is opened by the page, after a question. The right button has a menu.
  const ask = (event) => {
    const link = linkAt(event)
    const says = link ? link.getAttribute('data-plmail-says') : null
    if (says === null || event.button === 2) return
    event.preventDefault()
    tell({ plmail: 'open', href: link.href, says })
  }
  addEventListener('click', ask)
  addEventListener('auxclick', ask)
  addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (!event.isTrusted || event.isComposing || event.defaultPrevented || altKey) return
    const isChord = ctrlKey || metaKey
    if (isChord ? key !== 'k' : !(/^[!-~]$/.test(key) || key === 'Escape' || key === 'F6')) return
    if (isChord || key === 'F6' || key === '/' || key === "'") event.preventDefault()
    tell({ plmail: 'key', key, ctrlKey, metaKey, shiftKey })
  })
  // The proxy answers every failure with one empty pixel.
  let failed = 0
  const fail = (picture) => {
    failed += 1
    picture.setAttribute('data-plmail-failed', '')
    tell({ plmail: 'pictures', failed })
  }
  const judge = (picture) => {
    if (picture.naturalWidth > 1 || picture.naturalHeight > 1 || picture.naturalWidth === 0) return
    const { width, height } = picture.getBoundingClientRect()
    if (width > 2 || height > 2 || picture.getAttribute('alt')) fail(picture)
  }
  for (const picture of document.querySelectorAll('img[src*="/mail/image-proxy?"]')) {
    if (picture.complete && picture.naturalWidth > 0) judge(picture)
    else {
      picture.addEventListener('load', () => judge(picture), { once: true })
      picture.addEventListener('error', () => fail(picture), { once: true })
    }
  }
})()`
