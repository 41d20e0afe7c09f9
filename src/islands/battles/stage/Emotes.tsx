// The eight emotes that a seated player can show: in a row where there is room for it, behind one button on phones.
import { type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Emote } from '../../../protocol/battle.ts'
import { EMOTE_MS } from '../../../stores/battles/battle-emotes.ts'
import { sendEmote } from '../../../stores/battles/battle-moves.ts'
import { classes } from '../../ui/classes.ts'
import iconButton from '../../ui/controls/icon-button.module.css'
import { Icon } from '../../ui/Icon.tsx'
import styles from './emotes.module.css'

/** In the order of a battle: what is said first comes first. */
const EMOTES: readonly Emote[] = ['hello', 'luck', 'wow', 'laugh', 'cry', 'nice', 'gg', 'again']

/** Renders the emotes. After one is shown all wait for two seconds. */
export function Emotes(): ReactElement {
  const { t } = useTranslation('battle')
  const [isOpen, setOpen] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setWaiting(false), EMOTE_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  const show = (emote: Emote): void => {
    if (isWaiting) return
    setWaiting(true)
    setOpen(false)
    void sendEmote(emote)
  }
  return (
    <div className={styles.emotes}>
      <button
        type="button"
        className={classes(iconButton.button, styles.opener)}
        aria-label={t('action.emotes')}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="emote-laugh" size={24} />
      </button>
      <fieldset className={styles.row} data-open={isOpen || undefined}>
        <legend className="unseen">{t('action.emotes')}</legend>
        {EMOTES.map((emote) => (
          <button
            key={emote}
            type="button"
            className={classes(iconButton.button, styles.emote)}
            aria-label={t(`emote.${emote}`)}
            title={t(`emote.${emote}`)}
            aria-disabled={isWaiting || undefined}
            onClick={() => show(emote)}
          >
            <Icon name={`emote-${emote}`} size={24} />
          </button>
        ))}
      </fieldset>
    </div>
  )
}
