// Where the randomness of a battle comes from, and the seed that it makes with the lock.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { BattleProof } from '../../../game/battles/proof.ts'
import { Fact, FactList } from '../../ui/Fact.tsx'
import panel from '../parts/fairness.module.css'
import styles from './battle-proof.module.css'

interface SecretProps {
  readonly proof: BattleProof
  /** The seed of the battle; null where it is unknown or wrong. */
  readonly seed: string | null
}

export function Secret({ proof: { source, draw }, seed }: SecretProps): ReactElement {
  const { t } = useTranslation(['battleProof', 'fairness'])
  const secret = draw?.secret ?? null
  return (
    <section className={styles.part} aria-labelledby="secret-title">
      <h4 id="secret-title">{t('source.title')}</h4>
      {source.source === 'seed' && <p className={panel.quiet}>{t('source.weak')}</p>}
      <FactList>
        {source.source === 'seed' && (
          <Fact name={t('fairness:fact.commit')} code>
            {source.commit}
          </Fact>
        )}
        <Fact
          name={source.source === 'seed' ? t('fairness:fact.serverSeed') : t('source.signature')}
          code={secret !== null}
        >
          {secret ?? t('source.waiting')}
        </Fact>
        {secret !== null && seed !== null && (
          <Fact name={t('source.seed')} code>
            {seed}
          </Fact>
        )}
      </FactList>
    </section>
  )
}
