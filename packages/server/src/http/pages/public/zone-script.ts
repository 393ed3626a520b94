import { createHash } from 'node:crypto'
import { type Html, html, toText } from '../html.ts'

/**
 * Goes on to the page in the browser's time zone where that is not `zone`. For addresses that name no zone yet, so that
 * nobody is sent on twice. The zone stands on the element, so the script's text and its hash are always the same.
 */
export function zoneScript(zone: string): Html {
  return html`<script data-zone="${zone}">
    ;(function () {
      var zone = Intl.DateTimeFormat().resolvedOptions().timeZone
      if (!zone || zone === document.currentScript.dataset.zone) return
      var query = new URLSearchParams(location.search)
      query.set('tz', zone)
      location.replace(location.pathname + '?' + query)
    })()
  </script>`
}

const [, text = ''] = /^<script[^>]*>([\s\S]*)<\/script>$/.exec(toText(zoneScript(''))) ?? []

/** For a Content-Security-Policy. */
export const zoneScriptHash = `sha256-${createHash('sha256').update(text).digest('base64')}`
