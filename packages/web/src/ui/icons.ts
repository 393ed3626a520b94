import Archive from '@lucide/svelte/icons/archive'
import ArrowLeft from '@lucide/svelte/icons/arrow-left'
import Check from '@lucide/svelte/icons/check'
import ChevronDown from '@lucide/svelte/icons/chevron-down'
import Download from '@lucide/svelte/icons/download'
import File from '@lucide/svelte/icons/file'
import FileText from '@lucide/svelte/icons/file-text'
import Folder from '@lucide/svelte/icons/folder'
import FolderInput from '@lucide/svelte/icons/folder-input'
import Image from '@lucide/svelte/icons/image'
import Inbox from '@lucide/svelte/icons/inbox'
import Mail from '@lucide/svelte/icons/mail'
import MailOpen from '@lucide/svelte/icons/mail-open'
import OctagonAlert from '@lucide/svelte/icons/octagon-alert'
import Paperclip from '@lucide/svelte/icons/paperclip'
import Pencil from '@lucide/svelte/icons/pencil'
import Plus from '@lucide/svelte/icons/plus'
import Send from '@lucide/svelte/icons/send'
import Settings from '@lucide/svelte/icons/settings'
import Star from '@lucide/svelte/icons/star'
import Trash from '@lucide/svelte/icons/trash-2'
import Warning from '@lucide/svelte/icons/triangle-alert'
import Offline from '@lucide/svelte/icons/wifi-off'
import Close from '@lucide/svelte/icons/x'

/** The drawn vocabulary: one picture per meaning. */
export const icons = {
  archive: Archive,
  back: ArrowLeft,
  check: Check,
  clip: Paperclip,
  close: Close,
  destroy: Trash,
  download: Download,
  draft: Pencil,
  expand: ChevronDown,
  file: File,
  folder: Folder,
  image: Image,
  inbox: Inbox,
  important: FileText,
  junk: OctagonAlert,
  'mark-read': MailOpen,
  'mark-unread': Mail,
  move: FolderInput,
  offline: Offline,
  plus: Plus,
  sent: Send,
  settings: Settings,
  star: Star,
  trash: Trash,
  warning: Warning,
} as const

export type IconName = keyof typeof icons
