CREATE TABLE "accepted_rates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accepted_rates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rates" jsonb NOT NULL,
	"author" text NOT NULL,
	"changes" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "catalogue_editions" ADD COLUMN "author" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "catalogue_editions" ADD COLUMN "changes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE TRIGGER accepted_rates_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON accepted_rates
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
GRANT SELECT, INSERT ON accepted_rates TO spacedrop_app;
--> statement-breakpoint
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spacedrop_app;
--> statement-breakpoint
-- The site's role cannot delete raffles; this removes only those of periods that have not begun, in which nobody has paid.
CREATE FUNCTION remove_raffles_ahead() RETURNS TABLE (removed integer) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  ahead uuid[];
BEGIN
  -- The lock under which raffles are opened.
  PERFORM pg_advisory_xact_lock(7020);
  SELECT array_agg(id) INTO ahead FROM raffles WHERE opens_at > clock_timestamp() AND state IN ('open', 'returned')
    AND NOT EXISTS (SELECT FROM raffle_entries WHERE raffle_id = raffles.id AND share IS NOT NULL);
  DELETE FROM raffle_entries WHERE raffle_id = ANY (ahead);
  RETURN QUERY DELETE FROM raffles WHERE id = ANY (ahead) RETURNING number;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION remove_raffles_ahead() FROM public;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION remove_raffles_ahead() TO spacedrop_app;
