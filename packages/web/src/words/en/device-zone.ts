/** The bar that asks whether the account moves along with the device. */
export const deviceZone = {
  text: (device: string, account: string) => `Your device is in ${device}. Times are shown for ${account}.`,
  switch: (device: string) => `Switch to ${device}`,
  keep: (account: string) => `Keep ${account}`,
  failed: 'The time zone could not be changed. Try again.',
}
