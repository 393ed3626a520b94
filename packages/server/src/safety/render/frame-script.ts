import { createHash } from 'node:crypto'

/**
 * The only script in a frame. It tells the page around it how high the body is and which link is under the pointer or
 * has the focus; it takes no orders. A constant, because a `srcdoc` frame also obeys the policy of its page: the
 * page allows this text by its hash, the frame by a nonce.
 */
export const frameScript = `(() => {
  const box = document.querySelector('plmail-body')
  const tell = (message) => parent.postMessage(message, '*')
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
  const show = (href) => {
    if (href === shown) return
    shown = href
    tell({ plmail: 'link', href })
  }
  const linkAt = (event) => (event.target instanceof Element ? event.target.closest('a[href]') : null)
  const follow = (event) => show(linkAt(event) && linkAt(event).href)
  addEventListener('mouseover', follow)
  addEventListener('focusin', follow)
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
})()`

/** For the `script-src` of every page that holds message frames. */
export const frameScriptHash = `'sha256-${createHash('sha256').update(frameScript).digest('base64')}'`
