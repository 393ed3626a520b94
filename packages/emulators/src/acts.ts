import type { RawMessage } from './blobs/raw.ts'

/** Ids are the provider's; folders and labels are named by role or display name. */
export type ActAs =
  | { kind: 'mark' | 'unmark'; ids: string[]; keyword: string }
  | { kind: 'move'; ids: string[]; to: string }
  | { kind: 'archive' | 'trash' | 'delete'; ids: string[] }
  | { kind: 'label' | 'unlabel'; ids: string[]; label: string }
  | { kind: 'create-folder' | 'delete-folder'; name: string }
  | { kind: 'rename-folder'; name: string; to: string }
  | { kind: 'create-draft'; raw: RawMessage }
  | { kind: 'edit-draft'; id: string; raw: RawMessage }
  | { kind: 'send'; raw: RawMessage; recipients: string[] }
