// The picture of a mode, alone and with its name.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { BattleTerms } from '../../../game/battles/battle.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './mode-name.module.css'
import { modeIcon, modeName } from './words.ts'

interface ModeProps extends Pick<BattleTerms, 'mode' | 'crazy'> {
  /** The edge of the picture in CSS pixels; 20 by default. */
  readonly size?: number | undefined
  readonly className?: string | undefined
}

/** Renders the picture of a mode, with a second one where the lowest wins. It is decorative. */
export function ModePicture({ mode, crazy, size = 20, className }: ModeProps): ReactElement {
  return (
    <span className={classes(styles.picture, className)}>
      <Icon name={modeIcon(mode)} size={size} />
      {crazy ? <Icon name="mode-crazy" size={size} className={styles.crazy} /> : null}
    </span>
  )
}

/** Renders the picture and the name of a mode. */
export function ModeName({ mode, crazy, size, className }: ModeProps): ReactElement {
  const { t } = useTranslation('battleParts')
  return (
    <span className={classes(styles.mode, className)}>
      <ModePicture mode={mode} crazy={crazy} size={size} />
      <span className={styles.name}>{modeName(t, { mode, crazy })}</span>
    </span>
  )
}
