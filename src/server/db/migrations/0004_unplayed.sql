-- What was never played may be removed after a time. Everything that was rolled, locked or paid stays, whoever asks.
CREATE FUNCTION forbid_change_of_played() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (SELECT FROM public.battles WHERE id = OLD.battle_id AND state IN ('cancelled', 'expired')
      AND locked_at IS NULL) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME USING ERRCODE = 'SD002';
END
$$;
--> statement-breakpoint
DROP TRIGGER "battle_rounds_only_added" ON "battle_rounds";
--> statement-breakpoint
CREATE TRIGGER "battle_rounds_only_added" BEFORE UPDATE OR DELETE ON "battle_rounds" FOR EACH ROW EXECUTE FUNCTION forbid_change_of_played();
--> statement-breakpoint
CREATE TRIGGER "battle_rounds_stay" BEFORE TRUNCATE ON "battle_rounds" FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
CREATE FUNCTION forbid_removal_of_paid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.paid_at IS NULL AND OLD.state IN ('expired', 'failed', 'cancelled') THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'Only an order that was never paid is removed' USING ERRCODE = 'SD002';
END
$$;
--> statement-breakpoint
CREATE TRIGGER "paid_orders_stay" BEFORE DELETE ON "orders" FOR EACH ROW EXECUTE FUNCTION forbid_removal_of_paid();
--> statement-breakpoint
GRANT DELETE ON "battle_rounds", "orders" TO spacedrop_app;
