// The emote of a player, above their seat for two seconds.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { $emotes } from '../../../stores/battles/battle-emotes.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './emotes.module.css'

export function EmoteBubble({ slot, name }: { readonly slot: number; readonly name: string }): ReactElement {
  const { t } = useTranslation('battle')
  const shown = useStore($emotes, { ssr: 'initial' })[slot]
  const word = shown === undefined ? '' : t(`emote.${shown.emote}`)
  return (
    <span className={styles.place} role="status">
      {shown === undefined ? null : (
        <span key={shown.number} className={styles.bubble} title={word}>
          <Icon name={`emote-${shown.emote}`} size={28} />
          <span className="unseen">{t('emoteOf', { name, emote: word })}</span>
        </span>
      )}
    </span>
  )
}
