import type { OfficeTexts } from './office/en.ts'
import type { RoomTexts } from './office/load.ts'
import type { Resources } from './resources.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    defaultVariables: { brand: string; tagline: string }
    /** Only the office loads its own namespaces (scripts/conventions/office-texts.ts). */
    resources: Resources & OfficeTexts & RoomTexts
  }
}
