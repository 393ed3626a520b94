import AlarmClock from '@lucide/svelte/icons/alarm-clock'
import Archive from '@lucide/svelte/icons/archive'
import ArrowLeft from '@lucide/svelte/icons/arrow-left'
import BellRing from '@lucide/svelte/icons/bell-ring'
import Check from '@lucide/svelte/icons/check'
import ChevronDown from '@lucide/svelte/icons/chevron-down'
import Forward from '@lucide/svelte/icons/forward'
import Download from '@lucide/svelte/icons/download'
import Ellipsis from '@lucide/svelte/icons/ellipsis'
import File from '@lucide/svelte/icons/file'
import FileText from '@lucide/svelte/icons/file-text'
import Folder from '@lucide/svelte/icons/folder'
import FolderInput from '@lucide/svelte/icons/folder-input'
import Image from '@lucide/svelte/icons/image'
import Inbox from '@lucide/svelte/icons/inbox'
import Layers from '@lucide/svelte/icons/layers'
import Mail from '@lucide/svelte/icons/mail'
import MailOpen from '@lucide/svelte/icons/mail-open'
import OctagonAlert from '@lucide/svelte/icons/octagon-alert'
import Paperclip from '@lucide/svelte/icons/paperclip'
import Pencil from '@lucide/svelte/icons/pencil'
import Plus from '@lucide/svelte/icons/plus'
import Reply from '@lucide/svelte/icons/reply'
import ReplyAll from '@lucide/svelte/icons/reply-all'
import Send from '@lucide/svelte/icons/send'
import Search from '@lucide/svelte/icons/search'
import Settings from '@lucide/svelte/icons/settings'
import Star from '@lucide/svelte/icons/star'
import Tag from '@lucide/svelte/icons/tag'
import Trash from '@lucide/svelte/icons/trash-2'
import Warning from '@lucide/svelte/icons/triangle-alert'
import Offline from '@lucide/svelte/icons/wifi-off'
import ZoomIn from '@lucide/svelte/icons/zoom-in'
import ZoomOut from '@lucide/svelte/icons/zoom-out'
import Users from '@lucide/svelte/icons/users'
import Next from '@lucide/svelte/icons/chevron-right'
import Close from '@lucide/svelte/icons/x'

/** The drawn vocabulary: one picture per meaning. */
export const icons = {
  all: Layers,
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
  forward: Forward,
  image: Image,
  inbox: Inbox,
  important: FileText,
  junk: OctagonAlert,
  'mark-read': MailOpen,
  'mark-unread': Mail,
  more: Ellipsis,
  move: FolderInput,
  offline: Offline,
  people: Users,
  plus: Plus,
  remind: BellRing,
  reply: Reply,
  'reply-all': ReplyAll,
  sent: Send,
  search: Search,
  settings: Settings,
  snooze: AlarmClock,
  label: Tag,
  star: Star,
  trash: Trash,
  warning: Warning,
  'zoom-in': ZoomIn,
  'zoom-out': ZoomOut,
  next: Next,
} as const

export type IconName = keyof typeof icons
