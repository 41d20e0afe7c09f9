// Says what staff switched off of a part of the shop, in the words of the shop, and until when; nothing while all is on.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/base/language.ts'
import type { ShopPart } from '../../game/office/switches.ts'
import { formatZonedTime } from '../../i18n/format.ts'
import { $settings } from '../../stores/account/settings.ts'
import { island } from '../island.tsx'
import { Alert } from '../ui/messages/Alert.tsx'

interface SwitchNoticeProps {
  readonly part: ShopPart
}

/** The notices of a part, and for deposits those of each way that is switched off. */
export function SwitchNotices({ part }: SwitchNoticeProps): ReactElement {
  const { t, i18n } = useTranslation('shell')
  const settings = useStore($settings, { ssr: 'initial' })
  const off = settings?.off?.filter(({ name }) => name === part || name.startsWith(`${part}.`)) ?? []
  return (
    <>
      {off.map(({ name, title, words, until }) => {
        const message = words[i18n.language as Language]
        const text = until === null ? message : `${message} ${t('off.until', { at: formatZonedTime(until) })}`
        return <Alert key={name} tone="warn" title={title ?? t(`off.${part}`)} text={text} />
      })}
    </>
  )
}

export const SwitchNotice = island(SwitchNotices, { broken: 'nothing' })
