/** A stranger's HTML inside the editor: a frame of opaque origin in which nothing runs and nothing loads. */
export function inertDocument(html: string): string {
  return [
    '<!doctype html><html><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`,
    '<style>body{margin:12px;font:14px/1.45 system-ui,sans-serif;color:#191c22;overflow-wrap:anywhere}',
    'blockquote{margin:0;padding-inline-start:12px;border-inline-start:2px solid #c9cdd3}img{max-width:100%}</style>',
    `</head><body>${html}</body></html>`,
  ].join('')
}
