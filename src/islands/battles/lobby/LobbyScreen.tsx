// The lobby of battles: what to look for, the list, and the dialog that takes a seat.
import { useStore } from '@nanostores/react'
import { type ReactElement, useCallback, useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { $battles, $lobbyFilter, loadBattles, loadMoreBattles, watchLobby } from '../../../stores/battles/battles.ts'
import { openLogin } from '../../../stores/kernel/modals.ts'
import { $user } from '../../../stores/kernel/user.ts'
import { island } from '../../island.tsx'
import { PagedList } from '../../ui/lists/PagedList.tsx'
import { Pager } from '../../ui/lists/Pager.tsx'
import { JoinDialog, type WantedSeat } from '../parts/JoinDialog.tsx'
import { BattleRows, RowsToLoad } from './BattleRows.tsx'
import { EmptyLobby } from './EmptyLobby.tsx'
import { Filters } from './Filters.tsx'
import styles from './lobby.module.css'

function LobbyScreenView(): ReactElement {
  const { t } = useTranslation(['battles', 'battleParts'])
  const filter = useStore($lobbyFilter, { ssr: 'initial' })
  const latest = useStore($battles, { ssr: 'initial' })
  // Thirty rows are made in pieces of a few milliseconds, beside the frames of the page.
  const list = useDeferredValue(latest)
  const [wanted, setWanted] = useState<WantedSeat | null>(null)
  useEffect(() => watchLobby(location.search), [])
  const join = useCallback((seat: WantedSeat): void => {
    // A player whom the server has not named yet is no guest: the dialog shows the balance once it is known.
    if ($user.get().status === 'guest') openLogin()
    else setWanted(seat)
  }, [])
  return (
    <div className={styles.lobby}>
      <Filters filter={filter} />
      <section
        aria-labelledby="battles-shown"
        className={styles.shown}
        aria-busy={latest.status === 'loading' || latest !== list}
      >
        <h2 id="battles-shown" className="unseen">
          {t(`heading.${filter.tab}`)}
        </h2>
        <PagedList
          list={list}
          skeletons={<RowsToLoad />}
          failed={{ title: t('failed.title'), text: t('failed.text') }}
          empty={<EmptyLobby filter={filter} onJoin={join} />}
          onLoad={() => void loadBattles()}
        >
          {(battles) => <BattleRows battles={battles} onJoin={join} />}
        </PagedList>
        <Pager list={list} label={t('battleParts:history.more')} onMore={() => void loadMoreBattles()} />
      </section>
      <JoinDialog
        wanted={wanted}
        onClose={() => setWanted(null)}
        onJoined={({ reply }) => location.assign(`/battles/${reply.battle.id}`)}
      />
    </div>
  )
}

export const LobbyScreen = island(LobbyScreenView)
