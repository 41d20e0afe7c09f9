// A case that a mission brought, as it opens: the stage of the case screen, over the page.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/language.ts'
import type { RewardCase } from '../../stores/missions.ts'
import { $opening, keep, skip } from '../../stores/opening.ts'
import { Aftermath } from '../case/Aftermath.tsx'
import { Stage } from '../case/Stage.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import styles from './reward-opening.module.css'

export function RewardOpening({ shown }: { shown: RewardCase }): ReactElement {
  const { t, i18n } = useTranslation('case')
  const opening = useStore($opening)
  const isSpinning = opening.phase === 'spinning'
  const name = shown.name[i18n.language as Language]
  return (
    <Dialog
      open={isSpinning || opening.phase === 'result'}
      // The first press shows the result, the next puts it away.
      onClose={isSpinning ? skip : keep}
      label={name}
      className={styles.panel}
    >
      <h2 className={styles.title}>{name}</h2>
      <Stage opening={opening} count={1} price={0} contents={shown.contents} idle={<span />}>
        <div className={styles.foot}>
          {isSpinning ? (
            <Button size="l" onClick={skip}>
              {t('skip')}
            </Button>
          ) : (
            <Aftermath />
          )}
        </div>
      </Stage>
    </Dialog>
  )
}
