/** Tells a finger that it has rested long enough, where the device can. */
export function buzz(): void {
  if ('vibrate' in navigator) navigator.vibrate(10)
}
