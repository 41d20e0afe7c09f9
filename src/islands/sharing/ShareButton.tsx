// The button that opens the dialog for sharing a result.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { openShare } from '../../stores/sharing/share-dialog.ts'
import { classes } from '../ui/classes.ts'
import { singleClick } from '../ui/controls/single-click.ts'
import { Icon } from '../ui/Icon.tsx'
import styles from './share-button.module.css'

interface ShareButtonProps {
  readonly rollId: string
  /** Names the item for screen readers and hides the word, where there is only room for the icon. */
  readonly item?: string | undefined
  readonly className?: string | undefined
  readonly tabIndex?: number | undefined
}

export function ShareButton({ rollId, item, className, tabIndex }: ShareButtonProps): ReactElement {
  const { t } = useTranslation('common')
  const word = t('actions.share')
  return (
    <button
      type="button"
      className={classes(styles.share, className)}
      tabIndex={tabIndex}
      aria-label={item === undefined ? undefined : `${word}: ${item}`}
      title={item === undefined ? undefined : word}
      onClick={singleClick(() => openShare(rollId))}
    >
      <Icon name="share" size={item === undefined ? 16 : 18} />
      {item === undefined ? <span>{word}</span> : null}
    </button>
  )
}
