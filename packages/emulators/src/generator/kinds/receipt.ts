import { dice, named } from '../dice.ts'
import { shops, type Shop } from '../bank/senders.ts'
import { escapeHtml } from '../write/encode.ts'
import { pdf } from '../write/files.ts'
import type { StoryItem, StoryPlace } from './kind.ts'

const hour = 3_600_000
const day = 24 * hour

/** Orders and bookings, with the JSON-LD that mail programs read (schema.org). */
export function receipt(place: StoryPlace, turn: number): StoryItem {
  const d = dice(place.seed, 'receipt', place.index)
  const shop = shops[turn % shops.length] ?? d.pick(shops)
  return buildReceipt(place, shop, d.some(shop.goods, shop.kind === 'order' ? 1 + d.below(3) : 1))
}

/** `begins` is when what was booked takes place; default: some days or weeks after the mail. */
export function buildReceipt(
  place: StoryPlace,
  shop: Shop,
  goods: Shop['goods'],
  begins = new Date(place.receivedAt.getTime() + (3 + dice(place.seed, place.index).below(30)) * day),
): StoryItem {
  const number = named(place.seed, shop.name, place.index).slice(0, 8).toUpperCase()
  const total = goods.reduce((sum, [, cents]) => sum + cents, 0)
  const subject = subjectOf(shop, number, goods[0]?.[0] ?? '')
  const lines = goods.map(([name, cents]) => `${name}${cents ? `  ${money(cents)}` : ''}`)
  const when = shop.kind === 'order' ? [] : [`${formatTime(begins)}`]
  const host = shop.from.email.split('@')[1] ?? ''
  return {
    message: () => ({
      from: shop.from,
      to: [place.owner],
      subject,
      date: place.receivedAt,
      id: `${named(place.seed, 'receipt', place.index)}@${host}`,
      headers: [['Auto-Submitted', 'auto-generated']],
      text: [
        `Thank you, ${place.owner.name}.`,
        `Number ${number}`,
        ...when,
        ...lines,
        `Total ${money(total)}`,
      ].join('\n'),
      html: page(place, { shop, number, goods, total, begins }),
      enclosures:
        shop.kind === 'table'
          ? []
          : [
              {
                name: `${shop.kind}-${number}.pdf`,
                type: 'application/pdf',
                bytes: pdf([subject, ...when, ...lines, `Total ${money(total)}`]),
              },
            ],
    }),
  }
}

function subjectOf({ kind, name }: Shop, number: string, what: string): string {
  switch (kind) {
    case 'order':
      return `Your order ${number} at ${name}`
    case 'train':
      return `Your ticket: ${what}`
    case 'flight':
      return `Booking ${number.slice(0, 6)} confirmed: ${what}`
    case 'hotel':
      return `We look forward to your stay (${number})`
    case 'table':
      return `${what}: see you soon at ${name}`
  }
}

const money = (cents: number): string => `€ ${(cents / 100).toFixed(2)}`
const formatTime = (date: Date): string =>
  `${date.toISOString().slice(0, 10)} at ${date.toISOString().slice(11, 16)}`

interface ReceiptOrder {
  shop: Shop
  number: string
  goods: Shop['goods']
  total: number
  begins: Date
}

function page(
  { owner, receivedAt }: StoryPlace,
  { shop, number, goods, total, begins }: ReceiptOrder,
): string {
  const rows = goods.map(
    ([name, cents]) =>
      `<tr><td style="padding:8px 0;border-bottom:1px solid #eee">${escapeHtml(name)}</td><td align="right" style="padding:8px 0;border-bottom:1px solid #eee">${cents ? money(cents) : ''}</td></tr>`,
  )
  const facts = shop.kind === 'order' ? '' : `<p style="font-size:17px"><b>${formatTime(begins)}</b></p>`
  return `<!doctype html><html><body style="font:15px/1.5 Helvetica,Arial,sans-serif;color:#222;margin:0;padding:24px">
<script type="application/ld+json">${JSON.stringify(markup({ guest: owner.name, shop, number, goods, total, begins, ordered: receivedAt }))}</script>
<div style="max-width:560px;margin:auto"><h1 style="font-size:22px">${escapeHtml(shop.name)}</h1>
<p>Hello ${escapeHtml(owner.name)},<br>thank you. Your number is <b>${number}</b>.</p>${facts}
<table width="100%" cellpadding="0" cellspacing="0">${rows.join('')}
<tr><td style="padding:12px 0"><b>Total</b></td><td align="right"><b>${money(total)}</b></td></tr></table>
<p style="color:#777;font-size:13px">Questions? Simply answer this message.</p></div></body></html>`
}

interface ReservationMarkup {
  guest: string
  shop: Shop
  number: string
  goods: Shop['goods']
  total: number
  begins: Date
  ordered: Date
}

function markup({ guest, shop, number, goods, total, begins, ordered }: ReservationMarkup): unknown {
  const [from = '', to = ''] = (goods[0]?.[0] ?? '').split(/ ?– ?/)
  const reservation = {
    reservationNumber: number,
    reservationStatus: 'https://schema.org/ReservationConfirmed',
    underName: { '@type': 'Person', name: guest },
  }
  const start = begins.toISOString()
  const context = 'https://schema.org'
  switch (shop.kind) {
    case 'order':
      return {
        '@context': context,
        '@type': 'Order',
        orderNumber: number,
        orderDate: ordered.toISOString(),
        merchant: { '@type': 'Organization', name: shop.name },
        price: (total / 100).toFixed(2),
        priceCurrency: 'EUR',
        acceptedOffer: goods.map(([name, cents]) => ({
          '@type': 'Offer',
          itemOffered: { '@type': 'Product', name },
          price: (cents / 100).toFixed(2),
          priceCurrency: 'EUR',
        })),
      }
    case 'train':
      return {
        '@context': context,
        '@type': 'TrainReservation',
        ...reservation,
        reservationFor: {
          '@type': 'TrainTrip',
          departureStation: { '@type': 'TrainStation', name: from },
          arrivalStation: { '@type': 'TrainStation', name: to },
          departureTime: start,
        },
      }
    case 'flight':
      return {
        '@context': context,
        '@type': 'FlightReservation',
        ...reservation,
        reservationFor: {
          '@type': 'Flight',
          flightNumber: '417',
          airline: { '@type': 'Airline', name: shop.name, iataCode: 'XA' },
          departureAirport: { '@type': 'Airport', iataCode: from },
          arrivalAirport: { '@type': 'Airport', iataCode: to },
          departureTime: start,
        },
      }
    case 'hotel':
      return {
        '@context': context,
        '@type': 'LodgingReservation',
        ...reservation,
        checkinTime: start,
        checkoutTime: new Date(begins.getTime() + 4 * day).toISOString(),
        reservationFor: { '@type': 'LodgingBusiness', name: shop.name },
      }
    case 'table':
      return {
        '@context': context,
        '@type': 'FoodEstablishmentReservation',
        ...reservation,
        startTime: start,
        partySize: 2,
        reservationFor: { '@type': 'FoodEstablishment', name: shop.name },
      }
  }
}
