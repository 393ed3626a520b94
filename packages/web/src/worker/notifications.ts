import { scope, type NotificationEvent } from './scope.ts'

/** What is shown of pushes; filled by the settings. */
export async function pushed(_data: { json(): unknown } | null): Promise<void> {}

export async function clicked({ notification }: NotificationEvent): Promise<void> {
  notification.close()
  await scope.clients.openWindow('/')
}
