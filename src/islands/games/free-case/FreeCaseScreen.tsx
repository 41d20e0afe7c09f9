// The screen of free cases: the choice of a case, its opening, and its contents.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import type { FreeCaseView } from '../../../protocol/free-case.ts'
import { $freeCase, $freeCases, loadFreeCases, openChosen, watchFreeCases } from '../../../stores/games/free-case.ts'
import { $opening } from '../../../stores/games/opening.ts'
import { island } from '../../island.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Alert } from '../../ui/messages/Alert.tsx'
import { ContentsView } from '../case/Contents.tsx'
import { Crate } from '../case/Crate.tsx'
import { Stage } from '../case/Stage.tsx'
import { useKeys } from '../case/use-keys.ts'
import { CaseChoice } from './CaseChoice.tsx'
import { Controls } from './Controls.tsx'
import { FreeCaseSkeleton } from './FreeCaseSkeleton.tsx'
import styles from './free-case.module.css'

const EXTENSION = /\.[a-z]+$/

function FreeCaseScreenView(): ReactElement {
  const { t } = useTranslation(['freeCase', 'common'])
  const shown = useStore($freeCases, { ssr: 'initial' })
  const chosen = useStore($freeCase, { ssr: () => null })
  useEffect(watchFreeCases, [])
  useKeys({ open: () => void openChosen() })
  if (shown.status === 'failed') {
    return (
      <div className={styles.failed}>
        <Alert text={t('failed')}>
          <Button icon="refresh" onClick={() => void loadFreeCases()}>
            {t('common:actions.retry')}
          </Button>
        </Alert>
      </div>
    )
  }
  if (shown.status === 'loading' || chosen === null) return <FreeCaseSkeleton />
  return <Ready chosen={chosen} />
}

function Ready({ chosen }: { chosen: FreeCaseView }): ReactElement {
  const opening = useStore($opening, { ssr: 'initial' })
  const { image, contents } = chosen
  const idle =
    opening.phase === 'asking' || opening.phase === 'playing' ? (
      <Crate url={image.replace(EXTENSION, '')} image={image} opening={true} enabled={true} />
    ) : (
      <CaseChoice chosen={chosen} />
    )
  return (
    <div className={styles.screen}>
      <Stage opening={opening} count={1} price={0} contents={contents} idle={idle}>
        <Controls chosen={chosen} />
      </Stage>
      <CaseContents chosen={chosen} />
    </div>
  )
}

function CaseContents({ chosen }: { chosen: FreeCaseView }): ReactElement {
  const { t, i18n } = useTranslation(['freeCase', 'case'])
  const { name, contents, oddsHash } = chosen
  return (
    <section className={styles.contents} aria-labelledby="inside">
      <h2 id="inside">{t('inside', { name: name[i18n.language as Language] })}</h2>
      <p className={styles.lead}>{t('case:contents.lead', { count: contents.length })}</p>
      <ContentsView contents={contents} />
      <div className={styles.proof}>
        <Icon name="shield" size={20} />
        <p>
          {t('case:proof.text')} <a href="/fairness">{t('case:proof.link')}</a>
        </p>
        <p className={styles.hash}>
          {t('case:proof.hash')}: <code>{oddsHash}</code>
        </p>
      </div>
    </section>
  )
}

export const FreeCaseScreen = island(FreeCaseScreenView)
