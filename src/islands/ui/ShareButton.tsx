// The button that opens the dialog for sharing a result, which is loaded when it is pressed.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { loadPart } from '../../stores/kernel/load-part.ts'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import styles from './share-button.module.css'
import { singleClick } from './single-click.ts'

interface ShareButtonProps {
  readonly rollId: string
  /** Names the item for screen readers and hides the word, where there is only room for the icon. */
  readonly item?: string | undefined
  readonly className?: string | undefined
  readonly tabIndex?: number | undefined
}

export function ShareButton({ rollId, item, className, tabIndex }: ShareButtonProps): ReactElement {
  const { t } = useTranslation('common')
  const open = async (): Promise<void> => {
    try {
      const { openShare } = await loadPart(() => import('../sharing/ShareDialog.tsx'))
      openShare(rollId)
    } catch (fault) {
      console.error('The dialog for sharing could not be opened', fault)
    }
  }
  const word = t('actions.share')
  return (
    <button
      type="button"
      className={classes(styles.share, className)}
      tabIndex={tabIndex}
      aria-label={item === undefined ? undefined : `${word}: ${item}`}
      title={item === undefined ? undefined : word}
      onClick={singleClick(() => void open())}
    >
      <Icon name="share" size={item === undefined ? 16 : 18} />
      {item === undefined ? word : null}
    </button>
  )
}
