/** The exact bytes that the signature of an S/MIME message covers. */
export const signedBody =
  'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n\r\n' +
  'The figures for the third quarter are final. Please treat them as\r\nconfidential until Thursday.\r\n\r\nHelena\r\n'

/** A detached signature of it (CMS, RFC 5652) by helena.brandt@kesslerbrandt.example, whose certificate is self-signed. */
export const signature = [
  'MIIDrAYJKoZIhvcNAQcCoIIDnTCCA5kCAQExDTALBglghkgBZQMEAgEwCwYJKoZIhvcNAQcBoIICODCCAjQwggHaoAMCAQIC',
  'FBryF9cZHfLV0yOtuFo2USw8ypK3MAoGCCqGSM49BAMCMEwxFjAUBgNVBAMMDUhlbGVuYSBCcmFuZHQxMjAwBgkqhkiG9w0B',
  'CQEWI2hlbGVuYS5icmFuZHRAa2Vzc2xlcmJyYW5kdC5leGFtcGxlMB4XDTI2MTEyMTE4MDI1NloXDTQ2MTExNjE4MDI1Nlow',
  'TDEWMBQGA1UEAwwNSGVsZW5hIEJyYW5kdDEyMDAGCSqGSIb3DQEJARYjaGVsZW5hLmJyYW5kdEBrZXNzbGVyYnJhbmR0LmV4',
  'YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQw9M0oTFKMXCDUyFmD10hc5Gp+YfsR7sgX4eW11Kh8pwHhgLk7vRUB',
  'rXb3hENGWaF06AayQIC8XY2ZDniFj++So4GZMIGWMB0GA1UdDgQWBBQ+ee3avkmj3qH+8zj4T12m///6qDAfBgNVHSMEGDAW',
  'gBQ+ee3avkmj3qH+8zj4T12m///6qDAPBgNVHRMBAf8EBTADAQH/MC4GA1UdEQQnMCWBI2hlbGVuYS5icmFuZHRAa2Vzc2xl',
  'cmJyYW5kdC5leGFtcGxlMBMGA1UdJQQMMAoGCCsGAQUFBwMEMAoGCCqGSM49BAMCA0gAMEUCIBzwmrlHPGZ80QKs+WkbgV36',
  'ZAvkX3wqDHXjXk/dirZvAiEA5FE0YgrK7ihQ8iTqDPxM5fbA8/yd/vd6MYs+kLjlynMxggE6MIIBNgIBATBkMEwxFjAUBgNV',
  'BAMMDUhlbGVuYSBCcmFuZHQxMjAwBgkqhkiG9w0BCQEWI2hlbGVuYS5icmFuZHRAa2Vzc2xlcmJyYW5kdC5leGFtcGxlAhQa',
  '8hfXGR3y1dMjrbhaNlEsPMqStzALBglghkgBZQMEAgGgaTAYBgkqhkiG9w0BCQMxCwYJKoZIhvcNAQcBMBwGCSqGSIb3DQEJ',
  'BTEPFw0yNjExMjExODAyNTZaMC8GCSqGSIb3DQEJBDEiBCBvj3V7k34BXMZlb7Q26KdqJXsksihcoAt+od9glndlBzAKBggq',
  'hkjOPQQDAgRHMEUCIQC7fInv9T7MRDRd5dNKYrUWywjr3PdJvGI8UL2JbOxyYgIgV/5/KBrE0TpAghWif0cuygjT515W0lMT',
  'gz3sK+nyWOE=',
].join('')

/** The same body enveloped for the same certificate, AES-256: nobody here can open it. */
export const enveloped = [
  'MIICFAYJKoZIhvcNAQcDoIICBTCCAgECAQIxggEKoYIBBgIBA6BRoU8wCQYHKoZIzj0CAQNCAAQ6G/XsgNjW7OkBgC+atyMS',
  '4wjNP6EJF63w6SA9Ehb+d1mwyxSWvP9fj/n4P1lKGhFj6VkRHXS2jEE0NUyAQaWMMBgGCSuBBRCGSD8AAjALBglghkgBZQME',
  'AS0wgZMwgZAwZDBMMRYwFAYDVQQDDA1IZWxlbmEgQnJhbmR0MTIwMAYJKoZIhvcNAQkBFiNoZWxlbmEuYnJhbmR0QGtlc3Ns',
  'ZXJicmFuZHQuZXhhbXBsZQIUGvIX1xkd8tXTI624WjZRLDzKkrcEKIFVkOlA3jk3y3i+a5SMGrz9XefyWEu85dWl/p3/8AE1',
  'D+IpXwvYmfMwge0GCSqGSIb3DQEHATAdBglghkgBZQMEASoEEGHHgwmpfEn20k/zJPPYNayAgcByB2SUK2QigmZZhA0y+NyA',
  '1jiKAMh/3O+VwtgniSjkqwOQUNZ1eyoZbu/gtsnPhA+FbDUtii3DV/j1VldXgRf4Y9oia/Nr3WprMEhReRfIxDgWh3J32NuZ',
  'ZDn77f+o51HBc7DC9JMLXRIUlhuMzEUgCyvlW6D9PIkLxvGpNEH43EjALmBKtpChbNboR13RiKJDeSKMhc0QQvLv/e5psM4A',
  'dmtNf9n/ZvTBA4MZhBdU3jsov9ni4zjqHL6ryuUBXlw=',
].join('')

/** Text in the charset it names, in base64, and what it says. */
export interface Encoded {
  charset: string
  /** Charset that the message declares, where it is wrong. */
  claimed?: string
  subject?: string
  bytes: string
  says: string
}

export const encodedTexts: readonly Encoded[] = [
  {
    charset: 'iso-2022-jp',
    subject: 'GyRCTWg9NSROQkckQTlnJG8kOyRLJEQkJCRGGyhC',
    bytes:
      'GyRCJCpAJE9DJEskSiRDJEYkKiRqJF4kOSEjTWg9NSROQkckQTlnJG8kOyRON28kRyQ5JCwhIjJQTUtGfCROOGE4ZTswO34kTyQkJCskLCRHJDckZyQmJCshIxsoQg0KGyRCJDRKVjt2JHIkKkJUJEEkNyRGJCokaiReJDkhIxsoQg0KGyRCRURDZhsoQg==',
    says: '来週の打ち合わせの件ですが、火曜日の午後三時はいかがでしょうか。',
  },
  {
    charset: 'windows-1252',
    bytes:
      'SGFsbG8genVzYW1tZW4sDQoNCmRpZSDEbmRlcnVuZ2VuIGFuIGRlciBM9nN1bmcga29zdGVuIDEuMjUwIIAgliCEZ3L232VykyB3aXJkknMgbmljaHQuDQpWaWVsZSBHcvzfZQ0KSvxyZ2Vu',
    says: 'die Änderungen an der Lösung kosten 1.250 €',
  },
  {
    charset: 'gb18030',
    subject: 'us/NrNDeuMSw5g==',
    bytes: 'xPq6w6OsDQq4vbz+ysfQ3rjEuvO1xLrPzayjrMfrsunK1aGjyOfT0M7KzOLH68vmyrHBqs+1ztKhow0K16O6ww0KzfW3vA==',
    says: '附件是修改后的合同，请查收。',
  },
  {
    // The most common wrong label there is: what programs call latin1 is windows-1252.
    charset: 'windows-1252',
    claimed: 'iso-8859-1',
    bytes:
      'SGFsbG8genVzYW1tZW4sDQoNCmRpZSDEbmRlcnVuZ2VuIGFuIGRlciBM9nN1bmcga29zdGVuIDEuMjUwIIAgliCEZ3L232VykyB3aXJkknMgbmljaHQuDQpWaWVsZSBHcvzfZQ0KSvxyZ2Vu',
    says: '1.250 €',
  },
  {
    // UTF-8 that says it is ASCII.
    charset: 'utf-8',
    claimed: 'us-ascii',
    bytes: 'R3LDvMOfZSBhdXMgw4VyZSDigJMgd2lyIHNlaGVuIHVucyBpbSBNw6Ryei4=',
    says: 'Grüße aus Åre',
  },
  {
    charset: 'koi8-r',
    bytes: '+sTSwdfT1NfVytTFIQ0K79TQ0sHXzNHAINDSz9TPy8/MINfexdLB287FyiDX09TSxd7JLg0K8yDV18HWxc7Jxc0sIO/M2MfB',
    says: 'Отправляю протокол вчерашней встречи.',
  },
  {
    charset: 'iso-8859-2',
    bytes:
      'RHppZfEgZG9icnksDQpwcnplc3mzYW0gcG9wcmF3aW9usSBmYWt0dXLqLiBQcm9zeuogbyBwb3R3aWVyZHplbmllLg0Ko3VrYXN6',
    says: 'przesyłam poprawioną fakturę.',
  },
]
