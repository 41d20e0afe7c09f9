// The value of odds tables, in SQL: what a round of a table returns in the mean, how far chance moves it, and how often it loses.

/**
 * Returns SQL of a table with a row for each odds table: hash, reference, price, mean, variance (cents squared) and `loses`, the chance that a
 * round returns less than its price.
 *
 * @param hashes SQL that selects the hashes
 */
export const oddsValues = (hashes: string): string => `
  select hash, game as odds_game, reference, (text::json->>'price')::bigint as price, worth.mean,
    worth.square - worth.mean * worth.mean as variance, worth.loses
  from odds_tables, lateral (
    select sum(price * tickets) / sum(tickets) as mean, sum(price * price * tickets) / sum(tickets) as square,
      coalesce(sum(tickets) filter (where price < (text::json->>'price')::float8), 0) / sum(tickets) as loses
    from (
      select (entry->>'price')::float8 as price, (entry->>'tickets')::float8 as tickets
      from json_array_elements(text::json->'entries') as entry
    ) entries
  ) worth
  where hash in (${hashes})`
