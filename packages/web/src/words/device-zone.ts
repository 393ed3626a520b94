import { deviceZone as english } from './en/device-zone.ts'
import { german } from './language.ts'

export const deviceZoneWords = german?.deviceZone ?? english
