-- How each customer's account is secured. Printed from the restored database and from a copy of the lost one, the lines that differ are the
-- customers who changed something in between: psql -Atf customer-security.sql <database> > before.txt
select c.id, c.status,
  md5(concat_ws('|', c.password_hash, encode(c.totp_sealed, 'hex'), encode(c.personal_sealed, 'hex'))) as password_authenticator_and_contact,
  (select string_agg(encode(p.credential_id, 'hex'), ' ' order by p.credential_id) from passkey p where p.customer_id = c.id) as passkeys,
  (select count(*) from recovery_code r where r.customer_id = c.id and r.used_at is not null) as used_recovery_codes
from customer c order by c.id;
