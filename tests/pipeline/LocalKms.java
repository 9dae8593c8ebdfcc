package local;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.crypto.KeyAccessDeniedException;
import org.apache.parquet.crypto.keytools.KeyToolkit;
import org.apache.parquet.crypto.keytools.KmsClient;

/** Master keys that stand in an option of the reader or the writer: name:base64, separated by commas. */
public class LocalKms implements KmsClient {
  private final Map<String, byte[]> keys = new HashMap<>();

  @Override
  public void initialize(Configuration conf, String instance, String url, String token) {
    for (String pair : conf.getTrimmedStrings("local.master.keys")) {
      String[] parts = pair.split(":");
      keys.put(parts[0], Base64.getDecoder().decode(parts[1]));
    }
  }

  @Override
  public String wrapKey(byte[] key, String master) {
    return KeyToolkit.encryptKeyLocally(key, find(master), master.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public byte[] unwrapKey(String wrapped, String master) {
    return KeyToolkit.decryptKeyLocally(wrapped, find(master), master.getBytes(StandardCharsets.UTF_8));
  }

  private byte[] find(String master) {
    byte[] key = keys.get(master);
    if (key == null) {
      throw new KeyAccessDeniedException("no master key " + master);
    }
    return key;
  }
}
